/** A small screen under a finger: what the specification calls mobile. A narrow window on a desk is none. */
export function isPhone(): boolean {
  return matchMedia('(max-width: 47.99rem) and (pointer: coarse)').matches
}
