import type { DocumentKind } from '@tradefront/rules/documents/document-kinds'

import type { AppContext } from '../../context.ts'
import { hourMs } from '../../platform/clock.ts'
import { saveDocumentPages } from './file-storage.ts'
import { reservePosition } from './store.ts'

/** Puts a document of a demo trader into the queue of the desk. */
export async function seedDemoDocument(
  context: AppContext,
  trader: { readonly id: number; readonly firstName: string; readonly lastName: string },
  kind: DocumentKind,
  hoursAgo: number,
): Promise<void> {
  const { default: sharp } = await import('sharp')
  const picture = await sharp(Buffer.from(drawDocument(trader, kind)))
    .jpeg({ quality: 85 })
    .toBuffer()
  const file = {
    id: context.newId(),
    userId: trader.id,
    kind,
    type: 'image/jpeg',
    bytes: picture.length,
    title: `${kind}.jpg`,
    pages: 1,
    store: context.blobs.primary.name,
    sentAt: new Date(context.clock.now().getTime() - hoursAgo * hourMs),
  } as const
  if (await reservePosition(context.db, file)) await saveDocumentPages(context, file, [picture])
}

function drawDocument(
  { firstName, lastName }: { readonly firstName: string; readonly lastName: string },
  kind: DocumentKind,
): string {
  const lines = kind === 'card' ? ['4242 42•• •••• 4242', 'VALID 12/29'] : ['BORN 14 MAY 1988', 'EXPIRES 30 JUNE 2031']
  const text = [kind === 'card' ? 'DEMO BANK' : 'DEMO PASSPORT', `${firstName} ${lastName}`.toUpperCase(), ...lines]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">
    <rect width="1200" height="800" fill="#8a8f98"/>
    <g transform="rotate(-2 600 400)">
      <rect x="120" y="110" width="960" height="580" rx="28" fill="#e9eef5"/>
      <rect x="180" y="250" width="240" height="300" rx="12" fill="#b9c4d4"/>
      <circle cx="300" cy="350" r="60" fill="#7d8ba0"/><path d="M200 550a100 110 0 0 1 200 0z" fill="#7d8ba0"/>
      ${text.map((line, index) => `<text x="480" y="${210 + index * 110}" font-family="sans-serif" font-size="${index === 0 ? 40 : 46}" fill="#1d2733">${line}</text>`).join('')}
    </g>
  </svg>`
}
