import { Check } from 'lucide-react/icons/check'
