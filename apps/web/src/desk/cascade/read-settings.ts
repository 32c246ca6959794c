import type { SettingView } from '@tradefront/contract/desk-control'
import { cascadeRules, type CascadeRuleView } from '@tradefront/contract/desk-processors'
import type { CascadePlanInput } from '@tradefront/processors/plan-cascade'
import * as z from 'zod/mini'

/** The settings that choose the cascade of a trader. */
export type CascadeSettings = Pick<
  CascadePlanInput,
  'siteCascade' | 'disabledProcessors' | 'pfsCountries' | 'hasPfsFallback'
>

const values = z.object({
  cascade: z.nullable(z.string()),
  processors_off: z.array(z.string()),
  pfs_countries: z.array(z.string()),
  pfs_fallback: z.boolean(),
  cascade_rules: cascadeRules,
})

export function readCascadeSettings(rows: readonly SettingView[]): {
  readonly settings: CascadeSettings
  readonly rules: readonly CascadeRuleView[]
} {
  const read = values.parse(Object.fromEntries(rows.map(({ name, value }) => [name, value])))
  return {
    settings: {
      siteCascade: read.cascade,
      disabledProcessors: read.processors_off,
      pfsCountries: read.pfs_countries,
      hasPfsFallback: read.pfs_fallback,
    },
    rules: read.cascade_rules,
  }
}
