import type { ProcessorSimulator } from './processor-simulator.ts'
import { concept } from './concept.ts'
import { entropay } from './entropay.ts'
import { ezpay } from './ezpay.ts'
import { orange, orangeNot3d } from './orange.ts'
import { pfs } from './pfs.ts'
import { universe } from './universe.ts'
import { zoom } from './zoom.ts'

/** Every processor that takes money. FRAUD, which takes none, stands beside them. */
export const simulators: readonly ProcessorSimulator[] = [
  zoom,
  entropay,
  orange,
  orangeNot3d,
  concept,
  universe,
  ezpay,
  pfs,
]

export function findSimulator(slug: string): ProcessorSimulator | undefined {
  return simulators.find((simulator) => simulator.slug === slug)
}
