import { every } from './guarded.ts'

/**
 * Calls once when the process that started this one is gone. npm's shell ends on a signal without passing it on, which would leave
 * the server behind, holding its port and its data. Started without npm, a server may outlive its parent on purpose.
 */
export function whenOrphaned(report: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  const stop = every(500, 'Looking for the process that started this one', () => {
    if (process.ppid === parent) return
    stop()
    report()
  })
}
