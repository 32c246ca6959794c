import type { Drawing } from '@tradefront/contract/charts'

import type { Format } from '../../../platform/i18n/format.ts'
import type { Translate } from '../../../platform/i18n/i18n.ts'

type Words = { readonly t: Translate; readonly format: Format; readonly digits: number }

/** Name of a drawing for screen readers, with its prices and times. */
export function describeDrawing({ kind, points }: Pick<Drawing, 'kind' | 'points'>, words: Words): string {
  const { t, format, digits } = words
  const [first, second] = points
  const name = t(`charts.kind_${kind}`)
  if (first === undefined) return name
  const price = format.price(first.price, digits)
  if (second === undefined) return t('charts.named_level', { name, price })
  return t('charts.named_points', {
    name,
    price,
    time: format.dateTime(first.atMs),
    price2: format.price(second.price, digits),
    time2: format.dateTime(second.atMs),
  })
}
