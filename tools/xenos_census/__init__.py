"""Parts of tools/xenos_census.py: an independent count of what an .xtr stream uses.

names      codes to names, as docs/census-xenos.md spells them
xtr        the trace file: records, Snappy
ucode      what a program reaches, fetches and exports
memory     guest memory and who wrote a page last
ramp       the two gamma ramps
machine    packets to draws, copies, swaps and the rest
tables     these to tables
keys       keys from registers
rectangle  what a copy covers
manifest   the same stream held against MANIFEST.md and programs.json
"""
