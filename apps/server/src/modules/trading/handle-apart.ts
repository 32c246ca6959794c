import pg from 'pg'

/** PostgreSQL's codes for errors of values and rules: trying again does not help. */
const permanentFailures = /^(?:22|23|P0)/

/**
 * Handles items in one transaction. If the database refuses them, they are handled in halves, so that one item does not hold up others.
 * @param handleRefused the one item that the database refuses
 */
export async function handleApart<Item, Result>(
  items: readonly Item[],
  handle: (items: readonly Item[]) => Promise<readonly Result[]>,
  handleRefused: (item: Item, error: pg.DatabaseError) => Promise<void> | void,
): Promise<Result[]> {
  if (items.length === 0) return []
  try {
    return [...(await handle(items))]
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !permanentFailures.test(error.code ?? '')) throw error
    const [first, ...others] = items
    if (first !== undefined && others.length === 0) {
      await handleRefused(first, error)
      return []
    }
    const middle = Math.floor(items.length / 2)
    const halves = [items.slice(0, middle), items.slice(middle)]
    const handled: Result[] = []
    for (const half of halves) handled.push(...(await handleApart(half, handle, handleRefused)))
    return handled
  }
}
