/** Stripes of flags. `down`: one above the other. */
const stripes = {
  DE: ['down', '#000', '#d00', '#fc0'],
  FR: ['across', '#0055a4', '#fff', '#ef4135'],
  IT: ['across', '#009246', '#fff', '#ce2b37'],
  NL: ['down', '#ae1c28', '#fff', '#21468b'],
  BE: ['across', '#000', '#fdda24', '#ef3340'],
  AT: ['down', '#ed2939', '#fff', '#ed2939'],
  PL: ['down', '#fff', '#fff', '#dc143c'],
  UA: ['down', '#0057b7', '#0057b7', '#ffd700'],
  RO: ['across', '#002b7f', '#fcd116', '#ce1126'],
  IE: ['across', '#169b62', '#fff', '#ff883e'],
} as const

export type StripedFlagCountry = keyof typeof stripes

/** A flag of stripes. If the first two stripes are equal, it has two halves. */
export function FlagIcon({ country }: { readonly country: StripedFlagCountry }) {
  const [direction, first, middle, last] = stripes[country]
  const isDown = direction === 'down'
  const third = isDown ? 14 / 3 : 20 / 3
  const hasHalves = first === middle
  const bar = (from: number, to: number, fill: string) =>
    isDown ? (
      <rect x="0" y={from} width="20" height={to - from} fill={fill} />
    ) : (
      <rect x={from} y="0" width={to - from} height="14" fill={fill} />
    )
  const end = isDown ? 14 : 20
  return (
    <svg viewBox="0 0 20 14" width="20" height="14" className="shrink-0 rounded-[2px] outline outline-line" aria-hidden>
      {bar(0, hasHalves ? end / 2 : third, first)}
      {!hasHalves && bar(third, 2 * third, middle)}
      {bar(hasHalves ? end / 2 : 2 * third, end, last)}
    </svg>
  )
}
