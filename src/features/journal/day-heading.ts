/** "Sun 2026-11-22", of UTC. */
import { formatUtc } from '../../ui/format/format-time.ts'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

export const dayHeading = (startMs: number): string => `${weekdays[new Date(startMs).getUTCDay()] ?? ''} ${formatUtc(startMs, 'date')}`
