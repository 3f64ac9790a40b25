//! Packages, frontmatter, schema design, provider subsets and chains: what is wrong, where, and what to do.
