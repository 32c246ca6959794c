import type { ProcessorName } from '@tradefront/rules/cards/cascade-plan'

import { concept } from './concept/processor.ts'
import { entropay } from './entropay/processor.ts'
import { ezpay } from './ezpay/processor.ts'
import { fraud } from './fraud/processor.ts'
import { orange, orangeNot3d } from './orange/processor.ts'
import { pfs } from './pfs/processor.ts'
import type { Processor } from './processor.ts'
import { universe } from './universe/processor.ts'
import { zoom } from './zoom/processor.ts'

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

const processorsByName = new Map(processors.map((processor) => [processor.name, processor]))

/** The processor of this name; every name has one, which the conformance suite proves. */
export function getProcessor(name: ProcessorName): Processor {
  const processor = processorsByName.get(name)
  if (processor === undefined) throw new Error(`no file for processor ${name}`)
  return processor
}
