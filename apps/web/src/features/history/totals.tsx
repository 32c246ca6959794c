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
      // The last figure fills what is left of its row.
      className="flex flex-wrap overflow-hidden rounded-card border border-line bg-surface"
    >
      {tiles.map(({ id, name, value, note }) => (
        <div
          key={id}
          className="-me-px -mb-px flex min-w-36 flex-1 flex-col gap-0.5 border-e border-b border-line px-4 py-3"
        >
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
