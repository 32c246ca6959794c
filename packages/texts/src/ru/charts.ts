import type { charts as en } from '../en/charts.ts'

export const charts: Record<keyof typeof en, string> = {
  'charts.tools': 'Инструменты рисования',
  'charts.drawings': 'Построения на графике',
  'charts.kind_line': 'Линия тренда',
  'charts.kind_level': 'Уровень',
  'charts.kind_rectangle': 'Прямоугольник',
  'charts.kind_fibonacci': 'Коррекция Фибоначчи',
  'charts.named_level': '{name}: {price}',
  'charts.named_points': '{name}: от {price}, {time}, до {price2}, {time2}',
  'charts.undo': 'Отменить',
  'charts.redo': 'Повторить',
  'charts.delete': 'Удалить построение',
  'charts.move_help':
    'Стрелки двигают построение. Enter выбирает первую точку, вторую точку или всё построение. Delete удаляет его.',
  'charts.placing': 'Поставить: {kind}',
  'charts.place_help': 'Стрелки двигают перекрестие. Enter ставит точку, Escape отменяет.',
  'charts.hint_level': 'Выберите цену.',
  'charts.hint_first': 'Выберите первую точку.',
  'charts.hint_second': 'Выберите вторую точку.',
  'charts.drawings_full': 'На этом инструменте уже {max} построений, больше добавить нельзя. Сначала удалите одно.',
  'charts.layouts_full': 'Сохранено уже {max} шаблонов, больше добавить нельзя. Сначала удалите один.',
  'charts.layout_name_taken': 'Шаблон с таким названием уже есть.',
}
