import type { ReactNode } from 'react'

export type TotalTile = {
  readonly id: string
  readonly name: string
  readonly value: ReactNode
  readonly note?: ReactNode
}

/** Figures in a row, with lines between them. */
export function Totals({ label, tiles }: { readonly label: string; readonly tiles: readonly TotalTile[] }) {
  return (
    <dl
      aria-label={label}
      className="grid grid-cols-2 overflow-hidden rounded-card border border-line bg-surface sm:grid-cols-3 lg:grid-flow-col lg:grid-cols-none lg:auto-cols-fr"
    >
      {tiles.map(({ id, name, value, note }) => (
        <div key={id} className="-me-px -mb-px flex flex-col gap-0.5 border-e border-b border-line px-4 py-3">
          <dt className="text-13 text-muted">{name}</dt>
          <dd className="flex flex-col">
            <span className="text-17 font-semibold tabular">{value}</span>
            {note !== undefined && <span className="text-13 text-muted tabular">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
