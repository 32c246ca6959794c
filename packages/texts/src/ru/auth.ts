import type { auth as en } from '../en/auth.ts'

export const auth: Record<keyof typeof en, string> = {
  'auth.login_error': 'Неверный адрес почты или пароль. Проверьте их и попробуйте ещё раз.',
  'auth.server_error': 'Сервер не смог ответить. Попробуйте ещё раз чуть позже.',
}
