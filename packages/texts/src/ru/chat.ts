import type { chat as en } from '../en/chat.ts'

export const chat: Record<keyof typeof en, string> = {
  'chat.closed': 'Чат не открыт.',
  'chat.away': 'Сейчас чат недоступен.',
  'chat.open': 'Написать в чат',
  'chat.unread':
    '{count, plural, one {# новое сообщение} few {# новых сообщения} many {# новых сообщений} other {# нового сообщения}}',
  'chat.title': 'Чат с поддержкой',
  'chat.close': 'Закрыть чат',
  'chat.loading': 'Открываем чат…',
  'chat.failed_title': 'Чат не отвечает',
  'chat.failed_text': 'Ничего из написанного не потеряно. Попробуйте ещё раз или отправьте нам сообщение.',
  'chat.retry': 'Повторить',
  'chat.write': 'Отправить сообщение',
}
