import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'

import { useTranslate } from '../platform/i18n/i18n.ts'
import { showError } from '../platform/toasts.ts'
import { Button } from '../ui/buttons/button.tsx'
import { type CsvColumn, saveCsv } from './csv.ts'

/** Saves a list for a spreadsheet. @param props.load all its rows, or as many as a file has @param props.title of the list */
export function CsvButton<Row>(props: {
  readonly file: string
  readonly title: string
  readonly columns: readonly CsvColumn<Row>[]
  readonly load: () => readonly Row[] | Promise<readonly Row[]>
}) {
  const t = useTranslate()
  const save = useMutation({
    mutationFn: async () => saveCsv(props.file, props.columns, await props.load()),
    onError: showError,
  })
  return (
    <Button
      size="sm"
      isPending={save.isPending}
      onPress={() => save.mutate()}
      aria-label={`${t('desk.csv')}: ${props.title}`}
    >
      <Download size={16} aria-hidden />
      {t('desk.csv')}
    </Button>
  )
}
