import { startRanks } from '../site/ranks';

startRanks();
