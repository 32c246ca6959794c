/** How much an economic event usually moves prices. */
export const eventImportances = ['low', 'medium', 'high'] as const
export type EventImportance = (typeof eventImportances)[number]

export function isAtLeastAsImportant(importance: EventImportance, wanted: EventImportance): boolean {
  return eventImportances.indexOf(importance) >= eventImportances.indexOf(wanted)
}
