"""One line for each framework."""

