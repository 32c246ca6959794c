/** Reasons of a change of the balance, as traders name them. `find_movement_type` in the database derives them from the ledger. */
export const movementTypes = ['deposit', 'withdrawal', 'trade', 'bonus', 'prize', 'refund', 'correction'] as const
export type MovementType = (typeof movementTypes)[number]

/** Only a movement that is `done` has moved money. */
export const movementStatuses = ['done', 'waiting', 'failed', 'cancelled'] as const
export type MovementStatus = (typeof movementStatuses)[number]
