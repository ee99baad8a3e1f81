"""Matrix games in which a pair of choices may lead back to the same moment."""
import numpy as np
from scipy.optimize import brentq
from controller.analysis.matrix import TINY, Matrix, Solved, solve
_DRAWN = 0.5
STAT = []
def solve_recursive(once: Matrix, again: Matrix) -> Solved:
    if not again.any():
        return solve(once)
    f=lambda v: solve(once+again*v).value-v
    # flat
    v=None
    lo=hi=None
    if (again==1).any():
        (i,),(j,)=np.nonzero(again==1)
        lo=max([-9,*(once[k,j] for k in range(once.shape[0]) if k!=i)])
        hi=min([9,*(once[i,k] for k in range(once.shape[1]) if k!=j)])
        if lo<=hi: v=min(max(.5,lo),hi)
    if v is None:
        n=[0]
        def g(u): n[0]+=1; return f(u)
        v=brentq(g,-1e-9,1+1e-9,xtol=1e-13) if abs(f(.5))>1e-12 else .5
        STAT.append(n[0])
    s=solve(once+again*v)
    q=s.rows@again@s.columns
    if q>1-1e-6 and abs(v-.5)>1e-9: print("LOOP",v,lo,hi,once.round(4).tolist(),s)
    return s._replace(value=v)
