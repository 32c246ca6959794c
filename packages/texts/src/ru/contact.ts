import type { contact as en } from '../en/contact.ts'

export const contact: Record<keyof typeof en, string> = {
  'calls.server_success': 'Спасибо. Мы получили ваш номер и перезвоним.',
  'calls.server_error': 'Не удалось отправить номер. Попробуйте ещё раз чуть позже.',
  'contact.success': 'Спасибо. Мы получили ваше сообщение и ответим на {email}.',
  'contact.too_many': 'Мы уже получили от вас несколько обращений и ответим на них. Подождите, прежде чем писать ещё.',
  'contact.write_title': 'Написать нам',
  'contact.call_title': 'Мы перезвоним',
  'contact.call_lead': 'Оставьте номер, и мы перезвоним.',
  'contact.name': 'Ваше имя',
  'contact.email': 'Эл. почта',
  'contact.email_help': 'Ответим на этот адрес',
  'contact.phone': 'Телефон',
  'contact.phone_optional': 'Телефон (необязательно)',
  'contact.phone_help': 'С кодом страны, например +7 916 123-45-67',
  'contact.message': 'Сообщение',
  'contact.message_left':
    '{count, plural, one {Остался # символ} few {Осталось # символа} many {Осталось # символов} other {Осталось # символа}}',
  'contact.send': 'Отправить сообщение',
  'contact.call': 'Перезвоните мне',
  'contact.another': 'Написать ещё',
  'contact.another_call': 'Оставить другой номер',
  'contact.name_empty': 'Введите имя.',
  'contact.email_invalid': 'Введите адрес вида name@example.com.',
  'contact.phone_invalid': 'Введите номер телефона с кодом страны, например +7 916 123-45-67.',
  'contact.message_empty': 'Введите сообщение.',
}
