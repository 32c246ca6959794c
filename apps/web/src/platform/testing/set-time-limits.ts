import { configure } from '@testing-library/react'

// A test that hangs ends after this time. The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 30_000 })
