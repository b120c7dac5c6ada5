"""Pictures for people: contact sheets, plans, frames and reports."""
