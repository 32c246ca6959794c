import type { DocumentKind } from '@tradefront/rules/documents/document-kinds'

import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import type { KindView } from './api.ts'
import { kindLabels } from './labels.ts'

type VerificationStatus = {
  readonly tone: 'success' | 'info' | 'warn' | 'danger'
  readonly name: 'full' | 'check' | 'refused' | 'open'
  readonly list: readonly DocumentKind[]
}

const tones = { full: 'success', check: 'info', refused: 'danger', open: 'warn' } as const

export function VerificationBanner(props: { readonly verification: string; readonly kinds: readonly KindView[] }) {
  const t = useTranslate()
  const format = useFormat()
  const lang = useLocaleTag()
  const { tone, name, list } = getVerificationStatus(props.verification, props.kinds)
  const names = list.map((kind) => t(kindLabels[kind]).toLocaleLowerCase(lang))
  return (
    <Banner tone={tone} title={t(`documents.status_${name}`)}>
      <p>{t(`documents.status_${name}_text`, { list: format.list(names) })}</p>
      {name !== 'full' && <p>{t('documents.unlocks')}</p>}
    </Banner>
  )
}

function getVerificationStatus(verification: string, kinds: readonly KindView[]): VerificationStatus {
  const required = kinds.filter(({ required: isAsked }) => isAsked)
  const refused = kinds.filter(({ reason, state }) => reason !== null && state === 'refused').map(({ kind }) => kind)
  const open = required.filter(({ state }) => state === 'none').map(({ kind }) => kind)
  const toStatus = (name: VerificationStatus['name'], list: readonly DocumentKind[]) => ({
    tone: tones[name],
    name,
    list,
  })
  if (verification === 'Full') return toStatus('full', [])
  if (refused.length > 0) return toStatus('refused', refused)
  if (open.length > 0) return toStatus('open', open)
  return toStatus('check', [])
}
