/** Sets local time to Paris; other tests run in UTC. Returns a function that restores it. */
export function inParis(): () => void {
  process.env['TZ'] = 'Europe/Paris'
  return () => {
    process.env['TZ'] = 'UTC'
  }
}
