import { useFlowLack } from '../../api/feed/flow-link.ts'
import { type OfferedScreen, screens } from './screens.ts'

const withoutFlow = screens.filter(screen => screen.name !== 'Flow')

export const useOfferedScreens = (): readonly OfferedScreen[] => (useFlowLack() === undefined ? screens : withoutFlow)
