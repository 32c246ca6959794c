import type { documents as en } from '../en/documents.ts'

export const documents: Record<keyof typeof en, string> = {
  'documents.wrong_type': 'Тип файла не [ PNG, JPG, JPEG, PDF ]!',
  'documents.sign_empty': 'Нельзя сохранить пустую подпись!',

  'documents.too_large': 'Файл больше {mb} МБ. Отправьте файл поменьше.',
  'documents.too_many_pixels': 'В снимке больше 64 миллионов точек. Отправьте снимок поменьше.',
  'documents.unreadable': 'Файл не открывается: возможно, он повреждён. Ничего не сохранено, отправьте другой.',
  'documents.pdf_active':
    'В этом PDF есть сценарии или вложенные файлы. Сохраните его как обычный PDF или отправьте фото.',
  'documents.pdf_locked': 'Этот PDF защищён паролем. Отправьте файл без пароля.',
  'documents.one_at_a_time': 'Отправляйте по одному файлу.',
  'documents.full': 'Один файл уже ждёт проверки. Удалите его, чтобы отправить другой.',
  'documents.nothing_refused': 'Ничего не отклонено, отправлять заново нечего.',
  'documents.kept': 'Этот файл принят и хранится у нас.',
  'documents.not_stored': 'Файл не удалось сохранить. Ничего не записано: попробуйте через несколько минут.',
}
