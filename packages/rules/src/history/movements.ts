/** Why a balance changed, as traders name it. `find_movement_type` in the database derives it from the ledger. */
export const movementTypes = ['deposit', 'withdrawal', 'trade', 'bonus', 'prize', 'refund', 'correction'] as const
export type MovementType = (typeof movementTypes)[number]

/** Only what is `done` has moved money. */
export const movementStatuses = ['done', 'waiting', 'failed', 'cancelled'] as const
export type MovementStatus = (typeof movementStatuses)[number]
