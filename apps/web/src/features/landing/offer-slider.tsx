import type { TextKey } from '@tradefront/texts/keys'
import type { ReactNode } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Carousel } from '../../ui/layout/carousel.tsx'
import {
  BonusIllustration,
  DepositIllustration,
  PracticeIllustration,
  TicketIllustration,
} from './slide-illustrations.tsx'

/** Spec: account 9. */
const advanceMs = 5000

const slides: readonly { id: string; title: TextKey; text: TextKey; Illustration: () => ReactNode }[] = [
  { id: 'option', title: 'landing.slide_option', text: 'landing.slide_option_text', Illustration: TicketIllustration },
  { id: 'bonus', title: 'landing.slide_bonus', text: 'landing.slide_bonus_text', Illustration: BonusIllustration },
  {
    id: 'deposit',
    title: 'landing.slide_deposit',
    text: 'landing.slide_deposit_text',
    Illustration: DepositIllustration,
  },
  {
    id: 'practice',
    title: 'landing.slide_practice',
    text: 'landing.slide_practice_text',
    Illustration: PracticeIllustration,
  },
]

export function OfferSlider() {
  const t = useTranslate()
  return (
    <Carousel
      intervalMs={advanceMs}
      words={{
        label: t('landing.slider'),
        role: t('landing.slider_role'),
        slideRole: t('landing.slide_role'),
        previous: t('landing.previous'),
        next: t('landing.next'),
        pause: t('landing.pause'),
        play: t('landing.play'),
        position: (number, title) => t('landing.slide_of', { number, count: slides.length, title }),
      }}
      slides={slides.map(({ id, title, text, Illustration: Figure }) => ({
        id,
        title: t(title),
        content: (
          <>
            <div
              aria-hidden
              className="relative flex h-64 flex-col justify-end overflow-hidden border-b border-line p-6"
            >
              <Figure />
              <span className="absolute start-4 top-4 rounded-full border border-line bg-surface px-2.5 py-0.5 text-13 text-muted">
                {t('landing.example')}
              </span>
            </div>
            <div className="flex flex-col gap-2 p-6">
              <h2 className="text-21 font-semibold">{t(title)}</h2>
              <p className="text-muted">{t(text)}</p>
            </div>
          </>
        ),
      }))}
    />
  )
}
