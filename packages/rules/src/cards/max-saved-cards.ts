/** Limit per trader. The check of `cards.save_slot` in the database has the same number. */
export const maxSavedCards = 5
