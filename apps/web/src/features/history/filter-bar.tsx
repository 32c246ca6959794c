import ChevronDown from 'lucide-react/icons/chevron-down'
import { lazy, Suspense, useId, useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { retryImport } from '../../platform/retry-import.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { cx } from '../../ui/styles/cx.ts'
import type { FilterFieldsProps } from './filter-fields.tsx'
import { toSearch } from './filters.ts'

const Fields = lazy(async () => {
  const { FilterFields } = await retryImport(() => import('./filter-fields.tsx'))
  return { default: (props: FilterFieldsProps<string>) => <FilterFields {...props} /> }
})

/** Filters of a list. On a phone a button opens them, so that totals and first rows are visible, and only then they are loaded. */
export function FilterBar<Name extends string>(props: FilterFieldsProps<Name>) {
  const t = useTranslate()
  const id = useId()
  const isNarrow = useMediaQuery('(width < 40rem)')
  const [isOpen, setOpen] = useState(false)
  const setCount = Object.keys(toSearch(props.filters)).length
  return (
    <>
      <Button
        className="self-start sm:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onPress={() => setOpen(!isOpen)}
      >
        {setCount === 0 ? t('history.filters') : t('history.filters_set', { count: setCount })}
        <ChevronDown aria-hidden size={16} className={cx('transition-transform', isOpen && 'rotate-180')} />
      </Button>
      <div
        id={id}
        role="group"
        aria-label={t('history.filters')}
        className={cx(
          'grid grid-cols-2 items-start gap-3 sm:grid-cols-3 lg:grid-flow-col lg:grid-cols-none lg:auto-cols-fr',
          !isOpen && 'max-sm:hidden',
        )}
      >
        {(isOpen || !isNarrow) && (
          <Suspense fallback={<Skeleton className="col-span-full h-62 sm:h-39 lg:h-18" />}>
            <Fields {...props} />
          </Suspense>
        )}
      </div>
    </>
  )
}
