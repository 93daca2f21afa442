/** State derived from one session: another account or venue starts with a new one. */
import { useSession } from '../api/venue/session.ts'
import { useVenue } from '../api/venue/venue.ts'
import { memoizeLast } from '../../core/account/memoize-last.ts'

export function perSession<Model>(make: () => Model): () => Model {
  const modelOf = memoizeLast((_venueKey: string, _session: number) => make())
  return function useModel() {
    const session = useSession()
    return modelOf(useVenue().key, session.status === 'signed_in' ? session.serial : 0)
  }
}
