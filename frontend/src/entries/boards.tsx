import { mountBoards } from '../board/boards';

mountBoards();
