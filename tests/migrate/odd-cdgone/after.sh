#!/usr/bin/env bash
__skill_envelope
mkdir d; cd d; rmdir ../d
skill_say metric.items=4 echo "Items: 4"
skill_say deliverable=x.txt echo "Created: x.txt"
