import { zonedDate } from '../../ui/format/zoned-days.ts'
import { formatZoned } from '../../ui/format/zoned-time.ts'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

export const dayHeading = (startMs: number): string =>
  `${weekdays[zonedDate(startMs).weekday] ?? ''} ${formatZoned(startMs, 'date')}`
