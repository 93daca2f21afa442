/** What is derived of one session: the next session, of another account or at another venue, begins with a new one and knows nothing of it. */
import { useSession } from '../api/venue/session.ts'
import { useVenue } from '../api/venue/venue.ts'
import { remembered } from '../account/remembered.ts'

/** A hook that gives every screen the same model of the present session. */
export function perSession<Model>(make: () => Model): () => Model {
  const modelOf = remembered((_venueKey: string, _session: number) => make())
  return function useModel() {
    const session = useSession()
    return modelOf(useVenue().key, session.status === 'signed_in' ? session.serial : 0)
  }
}
