"""Tools, containers and machines of a household, and fittings of imported homes."""
