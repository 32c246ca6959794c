import type { TextKey } from '@tradefront/texts/keys'

import type { RegisterKind } from '../../features/auth/registration-rules.ts'
import type { ModalName } from '../paths.ts'

type RegisterModalContent = { readonly kind: RegisterKind; readonly title: TextKey; readonly lead: TextKey }

export const registerModals: Record<ModalName, RegisterModalContent> = {
  'modal-register': { kind: 'real', title: 'auth.register_title', lead: 'auth.register_lead' },
  'modal-register-demo': { kind: 'demo', title: 'auth.demo_title', lead: 'auth.demo_lead' },
  'modal-promo': { kind: 'promo', title: 'auth.promo_title', lead: 'auth.promo_lead' },
}
