import {
  findIndicatorFault,
  getIndicatorInputs,
  type IndicatorChoice,
  type IndicatorFault,
  indicatorKinds,
  indicatorNames,
} from '@tradefront/rules/charts/indicators'
import { type ChartKind, chartKinds } from '@tradefront/rules/charts/layouts'
import { useState } from 'react'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { LayoutPanel } from '../workspace/layout-panel.tsx'
import { toggleIndicator } from '../workspace/workspace.ts'

/**
 * List of indicators.
 * @param kind null: the toolbar has a button for it
 * @param onLayout called after a saved layout was opened; null: layouts have a button of their own
 */
export function IndicatorPanel(props: {
  readonly choices: readonly IndicatorChoice[]
  readonly onChange: (choices: readonly IndicatorChoice[]) => void
  readonly kind: ChartKind | null
  readonly onKind: (kind: ChartKind) => void
  readonly onLayout: (() => void) | null
}) {
  const t = useTranslate()
  const { choices, onChange, kind, onKind, onLayout } = props
  return (
    <div className="flex flex-col gap-3">
      {kind !== null && (
        <div>
          <SegmentedControl
            label={t('charts.kind')}
            value={kind}
            onChange={onKind}
            options={chartKinds.map((id) => ({ id, label: t(`charts.kind_of_${id}`) }))}
          />
        </div>
      )}
      {(['price', 'below'] as const).map((pane) => (
        <fieldset key={pane} className="flex flex-col">
          <legend className="text-13 text-muted">{t(`charts.indicators_${pane}`)}</legend>
          {indicatorNames
            .filter((name) => indicatorKinds[name].pane === pane)
            .map((name) => {
              const choice = choices.find((each) => each.name === name)
              return (
                <div key={name}>
                  <Checkbox isSelected={choice !== undefined} onChange={() => onChange(toggleIndicator(choices, name))}>
                    {t(`charts.indicator_${name}`)}
                  </Checkbox>
                  {choice !== undefined && (
                    <IndicatorSettings
                      choice={choice}
                      onChange={(changed) => onChange(choices.map((each) => (each === choice ? changed : each)))}
                    />
                  )}
                </div>
              )
            })}
        </fieldset>
      ))}
      {onLayout !== null && (
        <section aria-label={t('trading.layouts')} className="flex flex-col gap-2 border-t border-line pt-3">
          <h2 className="text-13 text-muted">{t('trading.layouts')}</h2>
          <LayoutPanel onChosen={onLayout} />
        </section>
      )}
    </div>
  )
}

/** Settings of an indicator. Values that cannot be used stay in the fields, and the chart keeps those before them. */
function IndicatorSettings(props: {
  readonly choice: IndicatorChoice
  readonly onChange: (choice: IndicatorChoice) => void
}) {
  const t = useTranslate()
  const { choice, onChange } = props
  const { name } = choice
  const [values, setValues] = useState(choice.values)
  const fault = findIndicatorFault({ name, values })
  const change = (index: number, value: number): void => {
    const next = values.map((each, at) => (at === index ? value : each))
    setValues(next)
    if (findIndicatorFault({ name, values: next }) === null) onChange({ name, values: next })
  }
  const describeFault = (found: IndicatorFault): string =>
    found.kind === 'range'
      ? t('charts.input_range', { min: found.input.min, max: found.input.max })
      : t('charts.input_order', { next: t(`charts.input_${found.next.name}`) })
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 ps-8 pb-2">
      {getIndicatorInputs(name).map((input, index) => (
        <NumberField
          key={input.name}
          label={t(`charts.input_${input.name}`)}
          value={values[index] ?? input.initial}
          min={input.min}
          max={input.max}
          step={input.step}
          error={fault !== null && fault.input.name === input.name ? describeFault(fault) : undefined}
          onChange={(value) => change(index, value)}
        />
      ))}
    </div>
  )
}
