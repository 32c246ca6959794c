import type { AppContext, Bound } from './context.ts'

/** The functions without their first parameter. */
export function bind<const Uses extends Readonly<Record<string, unknown>>>(
  context: AppContext,
  uses: Uses,
): { readonly [Name in keyof Uses]: Bound<Uses[Name]> } {
  return Object.fromEntries(
    Object.entries(uses).map(([name, use]) => [
      name,
      typeof use === 'function' ? (...args: unknown[]) => use(context, ...args) : use,
    ]),
  ) as never
}
