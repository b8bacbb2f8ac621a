import { startReveals } from '../site/reveal';

startReveals();
