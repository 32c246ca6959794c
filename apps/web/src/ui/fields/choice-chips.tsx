import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'

/** Choice of one of a few short names, side by side. */
export function ChoiceChips<Id extends string>(props: {
  readonly label: string
  /** `count` is the number of things that the choice shows. */
  readonly choices: readonly { readonly id: Id; readonly label: string; readonly count?: number }[]
  readonly value: Id
  readonly onChange: (value: Id) => void
}) {
  const choose = (value: string): void => {
    const chosen = props.choices.find(({ id }) => id === value)
    if (chosen !== undefined) props.onChange(chosen.id)
  }
  return (
    <RadioGroup value={props.value} onChange={choose} className="flex flex-col gap-2">
      <Label className="text-13 font-medium text-muted">{props.label}</Label>
      <div className="flex flex-wrap gap-2">
        {props.choices.map(({ id, label, count }) => (
          <Radio
            key={id}
            value={id}
            className={
              'flex min-h-9 cursor-pointer items-center gap-1.5 rounded-full border border-line bg-surface px-3.5 py-1 text-15 transition-colors pointer-coarse:min-h-11 ' +
              'data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-accent-ink data-hovered:border-edge ' +
              'data-selected:border-accent-ink data-selected:bg-accent-soft data-selected:font-medium data-selected:text-accent-ink'
            }
          >
            {label}
            {count !== undefined && <span className="text-13 text-muted tabular">{count}</span>}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
