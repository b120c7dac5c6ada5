"""Homes drawn by hand, as text: a plan of letters, ways between rooms, furniture wall by wall.

    plan 0.5
    LLLLLLLLLKKKKKKK
    LLLLLLLLLKKKKKKK
    LLLLLLLLLKKKKKKK
    LLLLLLLLLKKKKKKK
    LLLLLLLLLKKKKKKK
    LLLLLLLLLKKKKKKK
    LLLLLLLLLKKKKKKK
    LLLLLLLLLKKKKKKK

    L living room; floor parquet brown; walls plaster cream
      north: ..., sofa (grey, 2.0 wide) under painting, ...
      south: ..., tv stand, 0.4
      at 2.2,1.8: rug (2.0 wide, 1.2 deep) carrying coffee table
      window west 0.8 1.4
      front door south 0.3
    K kitchen
      north: fridge, counter (1.2 wide) under wall cabinet, sink (kitchen), ...
      east: 0.7, oven under range hood, ...
      at 1.6,2.4 facing north: dining table (1.2 wide) with 2 dining chairs
    L-K opening 0.9 1.6

Each letter is a square of so many metres; a dot is outside, the first row is the north. A room is its
letter, its type and perhaps the finish of its floor and walls; lines below it are about it.

    north: 0.4, sofa, ..., shelf      on the floor with their backs to a wall, as one reads the plan: from
                                      the west, or from the north. Numbers are gaps in metres; "..." takes
                                      the room that is left
    on north: 1.0, mirror             the same for what hangs on the wall
    at 2.0,1.4 facing east: armchair  its centre, metres right of and below the room's north-western corner
    window north 1.0 1.6              metres from the same end of the wall, and width
    front door south 0.4              a closed door to the outside
    K-L door 0.3                      a way from the first room to the second, metres from the western or
                                      northern end of the longest wall that they share; its leaf opens
                                      into the second
    K-L doorway 0.3                   the same without a leaf
    K-L opening 0.3 2.0               an opening as high as the wall, and its width

A room with several walls to the north has "north 1", "north 2" and so on, in the same order. A piece is a
category, perhaps with its variant, colour, material and measures in parentheses, ``with`` seats around it
(before it, at a wall), ``under`` what hangs above it, ``carrying`` what stands in its middle. What is not
said is usual: sizes are the middle of the catalogue's ranges, looks are drawn, alike for pieces of one kind
in a room. Lamps under the ceiling, curtains, litter and small things are placed by the generator's rules.
"#" begins a comment.
"""
