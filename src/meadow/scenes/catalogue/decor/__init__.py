"""What makes a home its owner's: pictures, plants, lamps, textiles, ornaments."""
