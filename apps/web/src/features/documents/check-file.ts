import { detectFileType, magicByteCount } from '@tradefront/rules/uploads/file-type'
import { maxFileBytes } from '@tradefront/rules/uploads/limits'

import { translateExplained } from '../../platform/i18n/explanations.ts'
import { translate } from '../../platform/i18n/i18n.ts'

export const maxMegabytes = maxFileBytes / 1024 / 1024

/** Returns an error text of the area `documents`, or null. Looks at the content, not the name (spec: account 5). */
export async function checkFile(file: File): Promise<string | null> {
  const head = new Uint8Array(await file.slice(0, magicByteCount).arrayBuffer())
  if (detectFileType(head) === null) return translateExplained('documents.wrong_type')
  if (file.size > maxFileBytes) return translate('documents.too_large', { mb: maxMegabytes })
  return null
}
