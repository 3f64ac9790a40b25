__skill_nl=$'\n' __skill_tab=$'\t' __skill_cr=$'\r' __skill_esc=$'\033[' __skill_bullet=$'\342\200\242'
__skill_x1=$'\342\235\214' __skill_x2=$'\342\234\227' __skill_x3=$'\342\234\230' __skill_x4=$'\342\234\226'
