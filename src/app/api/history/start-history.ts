/**
 * Starts what stores the account's history. Loaded once the screen is usable. Bookings begin first: they start from the
 * last stored sample.
 */
import { startLegBooking } from './leg-booking.ts'
import { startSampleRecorder } from './sample-recorder.ts'

export function startHistory(): () => void {
  const ends = [startLegBooking(), startSampleRecorder()]
  return () => {
    for (const end of ends) end()
  }
}
