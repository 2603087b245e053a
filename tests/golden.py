#!/usr/bin/env python3
"""golden.py PROGRAM FOLDER: checks that every record FOLDER/*.txt still has the stored trace FOLDER/*.trace, and that
`castellany check` accepts it. Prints the first line that differs."""
import glob
import itertools
import os
import subprocess
import sys

program, folder = sys.argv[1:]
records = sorted(glob.glob(os.path.join(folder, '*.txt')))
bad = 0
for record in records:
    with open(record[:-3] + 'trace', encoding='utf-8') as file:
        stored = file.read().splitlines()
    done = subprocess.run([program, 'trace', record], capture_output=True, text=True, check=False)
    check = subprocess.run([program, 'check', record], capture_output=True, text=True, check=False)
    for number, (old, new) in enumerate(itertools.zip_longest(stored, done.stdout.splitlines()), 1):
        if old != new:
            print(f'{record}: line {number} of the trace\n  stored {old}\n  now    {new}')
            bad += 1
            break
    if done.returncode or check.returncode:
        print(f'{record}: {done.stderr}{check.stderr}')
        bad += 1
print(f'{len(records)} records, {bad} differ')
sys.exit(1 if bad or not records else 0)
