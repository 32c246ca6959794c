import type { ProcessorName } from '@tradefront/rules/cards/cascade-plan'

import { concept } from './concept.ts'
import { entropay } from './entropay.ts'
import { ezpay } from './ezpay.ts'
import { fraud } from './fraud.ts'
import { orange, orangeNot3d } from './orange.ts'
import { pfs } from './pfs.ts'
import type { Processor } from './processor.ts'
import { universe } from './universe.ts'
import { zoom } from './zoom.ts'

/** The one list of card processors: a new one is its file and its line here. */
export const processors: readonly Processor[] = [
  fraud,
  zoom,
  entropay,
  orange,
  orangeNot3d,
  concept,
  universe,
  ezpay,
  pfs,
]

const byName = new Map(processors.map((processor) => [processor.name, processor]))

/** The processor of this name; every name has one, which the conformance suite proves. */
export function processorByName(name: ProcessorName): Processor {
  const processor = byName.get(name)
  if (processor === undefined) throw new Error(`no file for processor ${name}`)
  return processor
}
