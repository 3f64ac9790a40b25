# `trap` in a sourced file: no function stands for it, but an alias does, and is read there.
builtin alias trap=__skill_trap
