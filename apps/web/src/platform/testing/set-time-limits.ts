import { configure } from '@testing-library/react'

// Ends a hang. The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 30_000 })
