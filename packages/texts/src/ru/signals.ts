import type { signals as en } from '../en/signals.ts'

export const signals: Record<keyof typeof en, string> = {
  'signals.rule_up':
    'Средняя последних {fast} закрытий поднялась выше экспоненциальной средней {slow} на {minutes, number}-минутных свечах.',
  'signals.rule_down':
    'Средняя последних {fast} закрытий опустилась ниже экспоненциальной средней {slow} на {minutes, number}-минутных свечах.',
  'signals.title': 'Сигнал',
  'signals.up': 'Вверх',
  'signals.down': 'Вниз',
  'signals.open_chart': 'Открыть на графике',
  'signals.all': 'Все сигналы',
  'signals.example': 'Показать пример',
  'signals.example_note': 'Это пример: как будто сигнал возник сейчас.',
  'signals.no_example': 'Сейчас слишком мало цен для примера.',
  'signals.symbol': 'Инструмент',
  'signals.all_symbols': 'Все инструменты',
  'signals.right_after': 'Верных через {minutes, number} мин',
  'signals.of': '{right, number} из {decided, number}',
  'signals.table': 'Прошлые сигналы и их результат',
  'signals.time': 'Время',
  'signals.signal': 'Сигнал',
  'signals.after': 'Через {minutes, number} мин',
  'signals.outcome_pending': 'ждём',
  'signals.outcome_right': 'верно',
  'signals.outcome_wrong': 'неверно',
  'signals.outcome_even': 'без изменений',
  'signals.outcome_no_price': 'нет цены',
  'signals.none': 'Сигналов пока нет',
  'signals.none_text':
    'Сигнал появляется, когда пересекаются две средние цены. Вы увидите его на экране торговли, а позже здесь — с результатом.',
}
